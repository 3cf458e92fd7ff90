import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePorts } from '../../../bench/support/free-ports.ts';
import { type ClusterAddress, haproxyFile, type NodeAddress, patroniFile } from './cluster-files.ts';
import {
  childrenOf,
  commandOf,
  databaseUser,
  type OwnProcess,
  postmasterOf,
  signalAll,
  startOwnProcess,
} from './processes.ts';
import { postgresBin } from './prerequisites.ts';

/** How a node stands, as Patroni tells it. */
export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** Three PostgreSQL under Patroni, with etcd and HAProxy, all on loopback and all of this drill alone. */
export interface Cluster {
  /** The product's database, by HAProxy. */
  readonly url: string;
  members(): Promise<readonly Member[]>;
  /** The leader, once two follow it and commits wait for one of them, as far as they are to; throws after `ms`. */
  settled(ms: number): Promise<{ readonly leader: string }>;
  /** `kill -9` of a node's PostgreSQL, all of it, and of its Patroni. */
  kill(name: string): void;
  /** Halts a node as a machine that hangs; `resume` lets it go on. */
  halt(name: string): void;
  resume(name: string): void;
  /** Halts what a node sends to its standbys: nothing that it writes from now on is anywhere else. */
  mute(name: string): void;
  /** Starts a killed node's Patroni again. */
  revive(name: string): void;
  /** From now on nothing waits for a standby: what is answered may be lost with the primary. */
  releaseLoad(): Promise<void>;
  stop(): Promise<void>;
}

const database = 'matricula';

export async function startCluster(folder: string, say: (line: string) => void): Promise<Cluster> {
  const as = databaseUser();
  const ports = await freePorts(9);
  const [etcdPort = 0, etcdPeer = 0, proxyPort = 0] = ports;
  const names = ['north', 'middle', 'south'];
  const nodes: NodeAddress[] = names.map((name, index) => ({
    name,
    postgresPort: ports[3 + index * 2] ?? 0,
    patroniPort: ports[4 + index * 2] ?? 0,
    folder: path.join(folder, name),
  }));
  const place: ClusterAddress = { etcdPort, nodes, password: randomBytes(18).toString('base64url') };
  for (const made of [folder, path.join(folder, 'etcd'), ...nodes.map((node) => node.folder)]) {
    mkdirSync(made, { recursive: true });
    if (as) chownSync(made, as.uid, as.gid);
    chmodSync(made, 0o700);
  }
  const started = new Map<string, OwnProcess>();
  const start = (name: string, file: string, args: readonly string[]): void => {
    const env = { PATH: `${postgresBin}:/usr/sbin:/usr/bin:/bin`, HOME: folder, LANG: 'C.UTF-8' };
    started.set(
      name,
      startOwnProcess({ name, file, args, logFile: path.join(folder, `${name}.log`), cwd: folder, env, as }),
    );
  };
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (as) chownSync(file, as.uid, as.gid);
    return file;
  };
  const startPatroni = (node: NodeAddress): void =>
    start(node.name, '/usr/bin/patroni', [write(`${node.name}.json`, patroniFile(node, place))]);
  const nodeOf = (name: string): NodeAddress => {
    const node = nodes.find((one) => one.name === name);
    if (!node) throw new Error(`There is no node ${name}`);
    return node;
  };
  const serversOf = (name: string): readonly number[] => {
    const postmaster = postmasterOf(path.join(nodeOf(name).folder, 'data'));
    return postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)];
  };
  const sendersOf = (name: string): readonly number[] =>
    serversOf(name).filter((pid) => commandOf(pid).includes('walsender'));
  const patroniOf = (name: string): readonly number[] => {
    const patroni = started.get(name);
    return patroni?.isAlive() ? [patroni.pid] : [];
  };

  async function members(): Promise<readonly Member[]> {
    for (const { patroniPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${patroniPort}/cluster`, { signal: AbortSignal.timeout(1_000) })
        .then((got) => got.json())
        .catch(() => null);
      if (answer !== null) return (answer as { members: Member[] }).members;
    }
    return [];
  }

  let isBound = true;
  async function settled(ms: number): Promise<{ leader: string }> {
    const until = Date.now() + ms;
    let last: readonly Member[] = [];
    while (Date.now() < until) {
      last = await members();
      const leader = last.find(({ role, state }) => role === 'leader' && state === 'running');
      const hasSync = last.some(({ role, state }) => role === 'sync_standby' && isFollowing(state));
      const areAllThere = last.filter(({ state }) => isFollowing(state)).length === names.length;
      // A standby that is running may ask for what it lacks only later: a primary that is mute would tell it then.
      if (leader && hasSync === isBound && areAllThere && sendersOf(leader.name).length === names.length - 1)
        return { leader: leader.name };
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    throw new Error(`The cluster did not settle within ${ms / 1000} s: ${JSON.stringify(last)}`);
  }

  async function stop(): Promise<void> {
    for (const name of names) signalAll([...patroniOf(name), ...serversOf(name)], 'SIGCONT');
    // Patroni ends its PostgreSQL; whatever outlives it is ended here.
    await Promise.all(names.map((name) => started.get(name)?.stop() ?? Promise.resolve()));
    for (const name of names) signalAll(serversOf(name), 'SIGKILL');
    await Promise.all(['haproxy', 'etcd'].map((name) => started.get(name)?.stop() ?? Promise.resolve()));
  }

  try {
    const here = `http://127.0.0.1:${etcdPort}`;
    const peer = `http://127.0.0.1:${etcdPeer}`;
    start('etcd', '/usr/bin/etcd', [
      ...['--name', 'drill', '--data-dir', path.join(folder, 'etcd'), '--enable-v2'],
      ...['--listen-client-urls', here, '--advertise-client-urls', here],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `drill=${peer}`],
    ]);
    for (const node of nodes) startPatroni(node);
    start('haproxy', '/usr/sbin/haproxy', ['-db', '-f', write('haproxy.cfg', haproxyFile(proxyPort, nodes))]);
    say('etcd, HAProxy and three nodes are started; waiting for a leader and its synchronous standby …');
    await settled(120_000);
    await makeDatabase(proxyPort, place.password);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://${database}:${place.password}@127.0.0.1:${proxyPort}/${database}`,
    members,
    settled,
    kill: (name) => signalAll([...patroniOf(name), ...serversOf(name)], 'SIGKILL'),
    halt: (name) => signalAll([...patroniOf(name), ...serversOf(name)], 'SIGSTOP'),
    resume: (name) => signalAll([...serversOf(name), ...patroniOf(name)], 'SIGCONT'),
    mute: (name) => signalAll(sendersOf(name), 'SIGSTOP'),
    revive: (name) => startPatroni(nodeOf(name)),
    async releaseLoad() {
      isBound = false;
      const [node] = nodes.filter(({ name }) => patroniOf(name).length > 0);
      const answer = await fetch(`http://127.0.0.1:${node?.patroniPort}/config`, {
        method: 'PATCH',
        body: JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false }),
      });
      if (!answer.ok) throw new Error(`Patroni answered ${answer.status}`);
    },
    stop,
  };
}

/** A standby is `streaming` to newer versions of Patroni and `running` to older ones. */
function isFollowing(state: string): boolean {
  return state === 'running' || state === 'streaming';
}

/** The product's own user, who owns its database and nothing else. */
async function makeDatabase(port: number, password: string): Promise<void> {
  const address = { host: '127.0.0.1', port, user: 'postgres', password, connectionTimeoutMillis: 10_000 };
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`create role ${database} login password ${pg.escapeLiteral(password)}`);
    await client.query(`create database ${database} owner ${database}`);
  } finally {
    await client.end();
  }
}
