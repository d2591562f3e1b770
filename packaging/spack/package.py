"""instr for Spack, from a checkout:

    spack repo create ~/instr-repo && mkdir -p ~/instr-repo/packages/instr
    cp packaging/spack/package.py ~/instr-repo/packages/instr/ && spack repo add ~/instr-repo
    spack dev-build instr@main
"""

from spack.package import *


class Instr(CMakePackage):
    """A compiler wrapper that puts a probe into every function of C, C++ and Fortran, a light runtime, and reports."""

    license("BSD-3-Clause")
    version("main")

    variant("tune", default=True, description="instr-tune, which searches for good settings")
    variant("mpi", default=True, description="have the part for this MPI ready; else it is made on first use")
    variant("page", default=False, description="the page of instr-report html, for which npm fetches packages")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("llvm@14:22+clang")
    depends_on("elfutils")
    depends_on("zlib-api")
    depends_on("libyaml")
    depends_on("mpi", when="+mpi")
    depends_on("lua@5.4", when="+tune")
    depends_on("sqlite", when="+tune")
    depends_on("node-js", type="build", when="+page")
    depends_on("npm", type="build", when="+page")

    conflicts("platform=darwin", msg="it reads and writes ELF")
    conflicts("platform=windows", msg="it reads and writes ELF")

    def cmake_args(self):
        return [
            self.define("INSTR_TESTS", False),
            self.define("INSTR_SAMPLES", False),
            self.define("LibClang_ROOT", self.spec["llvm"].prefix),
            self.define_from_variant("INSTR_PAGE", "page"),
        ]
