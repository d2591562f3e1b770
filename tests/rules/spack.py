"""spack.py SOURCES - the recipe for Spack, read with what it needs of Spack put in its place: it builds with options that there are,
and asks for each package that CMake looks for."""
import pathlib
import re
import sys
import types

sources = pathlib.Path(sys.argv[1])
said = {'depends_on': [], 'variant': [], 'version': [], 'conflicts': [], 'license': []}
package = types.ModuleType('spack.package')
for word, calls in said.items():
    setattr(package, word, lambda name, *rest, calls=calls, **more: calls.append((name, more)))


class CMakePackage:
    spec = {'llvm': types.SimpleNamespace(prefix='/llvm')}

    def define(self, name, value):
        return f'-D{name}={value}'

    def define_from_variant(self, name, variant):
        assert variant in dict(said['variant']), variant
        return self.define(name, variant)


package.CMakePackage = CMakePackage
sys.modules['spack'], sys.modules['spack.package'] = types.ModuleType('spack'), package
recipe = {}
exec(compile((sources / 'packaging/spack/package.py').read_text(), 'package.py', 'exec'), recipe)  # pylint: disable=exec-used
lists = '\n'.join(file.read_text() for file in [*sources.glob('CMakeLists.txt'), *sources.glob('*/CMakeLists.txt'), *sources.glob('cmake/*.cmake')])
given = [re.match('-D(.*)=', argument)[1] for argument in recipe['Instr']().cmake_args()]
for name in given:
    assert re.search(rf'option\({name} |find_package\({name.removesuffix("_ROOT")} ', lists), f'{name}: no such option'
assert {'INSTR_TESTS', 'INSTR_SAMPLES', 'INSTR_PAGE', 'LibClang_ROOT'} <= set(given)
wanted = {'LibClang': 'llvm', 'ELFUTILS': 'elfutils', 'ZLIB': 'zlib-api', 'YAML': 'libyaml', 'LUA': 'lua', 'SQLITE': 'sqlite'}
asked = {re.split('[@+]', name)[0] for name, _ in said['depends_on']}
found = set(re.findall(r'(?m)^ *(?:find_package|pkg_check_modules|pkg_search_module)\((\w+)', lists)) - {'PkgConfig', 'Threads', 'Python3', 'CMOCKA'}
for name in found:
    assert wanted.get(name) in asked, f'{name}: CMake looks for it, and the recipe does not ask for it'
