"""page_data.py FILE - what is in a page that `instr-report html` wrote, as JSON; for the tests. See report/html/columns.h."""
import base64
import json
import struct
import sys
import zlib

SIZES = {'u8': ('B', 1), 'u32': ('I', 4), 'f32': ('f', 4), 'f64': ('d', 8)}


def read(page):
    """The texts, and with them `columns`, each a list of numbers by its name, and `titles`, of those that stand in tables."""
    data = zlib.decompress(base64.b64decode(page.split('id="profile">')[1].split('</script>')[0]))
    at = 4 + struct.unpack('<I', data[:4])[0]
    head = json.loads(data[4:at])
    columns, titles = {}, {}
    for name, kind, count, *title in head['columns']:
        titles.update({name: title[0]} if title else {})
        letter, size = SIZES[kind]
        planes = data[at:at + size * count]
        values = bytearray(size * count)
        for plane in range(size):
            values[plane::size] = planes[plane * count:(plane + 1) * count]
        columns[name] = list(struct.unpack(f'<{count}{letter}', values))
        at += size * count
    if at != len(data):
        raise ValueError(f'{len(data) - at} bytes behind the columns')
    return dict(head, columns=columns, titles=titles)


if __name__ == '__main__':
    json.dump(read(open(sys.argv[1], encoding='utf-8').read()), sys.stdout, indent=1, ensure_ascii=False)
