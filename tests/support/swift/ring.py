"""Writes the ring of one kind of Swift server, with one device: ring.py FOLDER account|container|object PORT."""
import sys

from swift.common.ring import RingBuilder

folder, kind, port = sys.argv[1:]
ring = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1, 'meta': ''})
ring.rebalance()
ring.get_ring().save(f'{folder}/{kind}.ring.gz')
