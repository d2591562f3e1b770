"""cubex_data.py - a .cubex file read as its format is described: tar and XML by Python's own readers."""
import io
import struct
import tarfile
import xml.etree.ElementTree as xml


def values_of(archive, metric, paths, places):
    """For each path the values at all places."""
    index = archive.extractfile(f'{metric.get("id")}.index').read()
    data = archive.extractfile(f'{metric.get("id")}.data').read()
    title, one, version, kind, count = struct.unpack('<11sihbi', index[:22])
    assert (title, one, version, kind) == (b'CUBEX.INDEX', 1, 0, 1), index[:22]
    assert list(struct.unpack(f'<{count}i', index[22:])) == list(range(len(paths)))
    assert data[:10] == b'CUBEX.DATA' and metric.get('type') == 'EXCLUSIVE'
    letter = {'UINT64': 'Q', 'DOUBLE': 'd'}[metric.findtext('dtype')]
    flat = struct.unpack(f'<{count * len(places)}{letter}', data[10:])
    return [flat[i * len(places):(i + 1) * len(places)] for i in range(count)]


def read(file):
    """Names of all paths, for each path its visits and times at all places, and of each place (rank, thread)."""
    with tarfile.open(fileobj=io.BytesIO(file)) as archive:
        root = xml.fromstring(archive.extractfile('anchor.xml').read())
        names = {region.get('id'): region.findtext('name') for region in root.iter('region')}
        paths = list(root.iter('cnode'))
        groups = [(int(group.findtext('rank')), place) for group in root.iter('locationgroup') for place in group.iter('location')]
        assert len(root.find('program').findall('cnode')) == 1 and len(root.find('system')) == 1
        assert [int(path.get('id')) for path in paths] == list(range(len(paths)))
        assert [int(place.get('Id')) for _, place in groups] == list(range(len(groups)))
        places = [(rank, int(place.findtext('rank'))) for rank, place in groups]
        metrics = {metric.findtext('uniq_name'): values_of(archive, metric, paths, places) for metric in root.iter('metric')}
    return [names[path.get('calleeId')] for path in paths], list(zip(metrics['visits'], metrics['time'])), places
