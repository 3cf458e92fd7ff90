import { postgresBin } from './prerequisites.ts';

/** One PostgreSQL with the Patroni that minds it; all on loopback. */
export interface NodeAddress {
  readonly name: string;
  readonly postgresPort: number;
  readonly patroniPort: number;
  /** Its data, its sockets and its log are below. */
  readonly folder: string;
}

export interface ClusterAddress {
  readonly etcdPort: number;
  readonly nodes: readonly NodeAddress[];
  readonly password: string;
}

/**
 * Seconds until a leader that says nothing has lost the lead. Patroni's own default of 30 is for networks that stutter; by
 * it alone writes would be away for half a minute.
 */
const ttl = 7;

/** Patroni's configuration of one node: JSON, which is YAML too. */
export function patroniFile({ name, postgresPort, patroniPort, folder }: NodeAddress, place: ClusterAddress): string {
  const postgres = `127.0.0.1:${postgresPort}`;
  const patroni = `127.0.0.1:${patroniPort}`;
  return JSON.stringify({
    scope: 'matricula',
    name,
    restapi: { listen: patroni, connect_address: patroni },
    // Not `etcd3`: there Patroni 3.0 renews the lead without asking whose it is by now, so a leader that was halted takes it
    // back from the next one, and what that one answered is lost. By etcd's v2 it writes only where its own name stands.
    etcd: { hosts: [`127.0.0.1:${place.etcdPort}`] },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: 1,
        retry_timeout: 3,
        maximum_lag_on_failover: 100 * 2 ** 20,
        // A commit is answered when a standby has it too; without any standby nothing is answered at all.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            synchronous_commit: 'on',
            max_connections: 100,
            wal_log_hints: 'on',
            wal_keep_size: '512MB',
            shared_buffers: '64MB',
            checkpoint_timeout: '15min',
            // A standby asks a new primary again at once: by default five seconds later, in which no commit is answered.
            wal_retrieve_retry_interval: '300ms',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: `${folder}/data`,
      bin_dir: postgresBin,
      pgpass: `${folder}/pgpass`,
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'postgres', password: place.password },
        replication: { username: 'replicator', password: place.password },
        rewind: { username: 'rewinder', password: place.password },
      },
      pg_hba: [
        'local all all trust',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
  });
}

/** HAProxy in front: whoever asks it reaches the node that leads, or nobody. Connections to a node that fell are cut. */
export function haproxyFile(port: number, nodes: readonly NodeAddress[]): string {
  return `global
  maxconn 500
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, postgresPort, patroniPort }) => `  server ${name} 127.0.0.1:${postgresPort} check port ${patroniPort}`).join('\n')}
`;
}
