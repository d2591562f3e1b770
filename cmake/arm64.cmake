# The runtime for arm64, by clang: Debian's gcc-aarch64-linux-gnu excludes gcc-multilib, which the tests of 32-bit programs
# need. Its tests run under qemu-user. See docs/dev/testing.md.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

# Libraries that Debian has for arm64 itself, unpacked by tests/cross/sysroot.sh.
set(INSTR_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/arm64-sysroot)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${INSTR_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${INSTR_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig)
