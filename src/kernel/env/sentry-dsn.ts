/** The parts of a data source name (`https://<key>@<host>/<project>`). */
export interface SentryAddress {
  /** The address for envelopes. */
  readonly url: string;
  readonly key: string;
}

/** Parses a data source name; null when it is invalid. */
export function readSentryDsn(text: string): SentryAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, username, password, pathname, search } = new URL(text);
  const [, prefix = '', project = ''] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || !/^[0-9a-zA-Z]{1,64}$/.test(username) || password !== '' || search !== '' || project === '')
    return null;
  return { url: `${protocol}//${host}${prefix}/api/${project}/envelope/`, key: username };
}
