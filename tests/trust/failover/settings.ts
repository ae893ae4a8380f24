/** Seconds. A lost primary's lock expires `ttl` seconds after it was last renewed. */
export const PATRONI = { ttl: 8, loop_wait: 1, retry_timeout: 3 };

/** Loopback ports. Other processes reach a node through its gates. */
export interface NodePorts {
  postgres: number;
  rest: number;
  gates: { postgres: number; rest: number; etcd: number };
}

interface Place {
  folder: string;
  programs: string;
}

/** Patroni's settings of a node: JSON, which is YAML as well. */
export function patroniSettings(
  { folder, programs }: Place,
  name: string,
  { postgres, rest, gates }: NodePorts,
): string {
  return JSON.stringify({
    scope: 'portal',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${gates.rest}` },
    // Version 2 of etcd's API compares before it writes. With version 3, Patroni 3.0.2 lets a paused primary retake its
    // lock.
    etcd: { hosts: [`127.0.0.1:${gates.etcd}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ...PATRONI,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        // Without a synchronous replica, no commit is acknowledged.
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${gates.postgres}`,
      bin_dir: programs,
      data_dir: `${folder}/${name}`,
      pgpass: `${folder}/${name}.pgpass`,
      create_replica_methods: ['basebackup'],
      basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  });
}

const PARAMETERS = {
  max_connections: 60,
  shared_buffers: '32MB',
  max_wal_senders: 8,
  max_replication_slots: 8,
  wal_keep_size: '64MB',
  log_min_messages: 'warning',
  wal_sender_timeout: '3s',
  wal_receiver_timeout: '3s',
  wal_retrieve_retry_interval: '500ms',
};

/** HAProxy finds the primary with Patroni's REST API. */
export function proxySettings(port: number, nodes: readonly NodePorts[]): string {
  return `global
  maxconn 400
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout queue 5s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ gates }, n) => `  server n${n} 127.0.0.1:${gates.postgres} maxconn 100 check port ${gates.rest}`).join('\n')}
`;
}

/** PgBouncer's default waits would lengthen an outage by many seconds. */
export function poolerSettings(port: number, proxy: number, users: string): string {
  return `[databases]
* = host=127.0.0.1 port=${proxy}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 15
tcp_keepalive = 1
ignore_startup_parameters = extra_float_digits
`;
}
