#!/bin/sh
# sysroot.sh FOLDER - unpacks what the unit tests for arm64 link, as Debian has it for that machine, without making the
# system one of two architectures.
set -eu
mkdir -p "$1"
cd "$1"
[ ! -e usr/lib/aarch64-linux-gnu/libcmocka.so ] || exit 0
mkdir -p lists/partial cache/archives/partial
cat >apt.conf <<END
APT::Architectures { "$(dpkg --print-architecture)"; "arm64"; };
Dir::State::Lists "$PWD/lists";
Dir::Cache "$PWD/cache";
APT::Sandbox::User "";
END
APT_CONFIG=$PWD/apt.conf
export APT_CONFIG
apt-get -q update
apt-get -q download libcmocka0:arm64 libcmocka-dev:arm64
for package in *.deb; do
    dpkg -x "$package" .
done
rm -rf lists cache apt.conf ./*.deb
[ -e usr/lib/aarch64-linux-gnu/libcmocka.so ]
