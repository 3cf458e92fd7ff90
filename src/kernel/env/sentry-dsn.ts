/** What a data source name says (`https://<key>@<host>/<project>`). */
export interface SentryAddress {
  /** Where envelopes are posted. */
  readonly url: string;
  readonly key: string;
}

/** Reads a data source name; null when it is none. */
export function readSentryDsn(text: string): SentryAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, username, password, pathname, search } = new URL(text);
  const [, prefix = '', project = ''] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || !/^[0-9a-zA-Z]{1,64}$/.test(username) || password !== '' || search !== '' || project === '')
    return null;
  return { url: `${protocol}//${host}${prefix}/api/${project}/envelope/`, key: username };
}
