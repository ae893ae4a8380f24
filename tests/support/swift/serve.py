"""Runs one server of OpenStack Swift on the settings in a folder: serve.py FOLDER proxy|account|container|object."""
import sys

from swift.common import utils

folder, kind = sys.argv[1:]
# Swift reads this file in /etc only, and reads it when the modules below are loaded.
utils.SWIFT_CONF_FILE = folder + '/swift.conf'

from swift.common import storage_policy
from swift.common.wsgi import run_wsgi

storage_policy.SWIFT_CONF_FILE = utils.SWIFT_CONF_FILE
storage_policy.reload_storage_policies()

options = {}
if kind == 'object':
    from swift.obj.server import global_conf_callback

    options['global_conf_callback'] = global_conf_callback
sys.exit(run_wsgi(f'{folder}/{kind}.conf', f'{kind}-server', **options))
