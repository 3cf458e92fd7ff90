import { readFileSync } from 'node:fs';
import path from 'node:path';
import { secretSettings } from './secret-settings.data.ts';

/** A problem of the process's environment. Never holds the value: it may be a secret in the wrong variable. */
export interface EnvProblem {
  readonly variable: string;
  /** The value's shape, e.g. 'missing' or '12 characters'. */
  readonly given: string;
  /** The expected value. */
  readonly allowed: string;
}

export type EnvSource = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and collects problems; an invalid value gives the fallback so that reading continues. */
export interface EnvValues {
  readonly problems: readonly EnvProblem[];
  /** The text, or null when unset or empty. */
  text(variable: string): string | null;
  choice<T extends string>(variable: string, choices: readonly T[], fallback: T): T;
  port(variable: string, fallback: number): number;
  /** Scheme, host and port of a web address, without path; normalised. */
  origin(variable: string, fallback: string): string;
  /** An address with one of these schemes. May hold credentials. */
  address(variable: string, schemes: readonly string[], fallback: string | null): string | null;
  /** A sender by RFC 5322: `letters@school.example` or `School <letters@school.example>`. */
  mailbox(variable: string, fallback: string | null): string;
  /** A secret of at least `shortest` characters, perhaps in a file; a null fallback makes it required. */
  secret(variable: string, shortest: number, fallback: string | null): string;
  /** A name or id that is no secret; a null fallback makes it required. */
  name(variable: string, fallback: string | null): string;
  /** Whether it is set, or named as a file. */
  isSet(variable: string): boolean;
  refuse(variable: string, allowed: string): void;
}

function shapeOf(value: string | undefined): string {
  if (value === undefined) return 'missing';
  return value === '' ? 'empty' : `${value.length} character${value.length === 1 ? '' : 's'}`;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

export function envValues(source: EnvSource): EnvValues {
  const problems: EnvProblem[] = [];
  /** Settings that were given as a file; undefined where that has its problem already. */
  const files = new Map<string, string | undefined>();

  const isGiven = (variable: string): boolean => (source[variable]?.trim() ?? '') !== '';

  /** The variable's value, or for a secret the content of the file that `<variable>_FILE` names. */
  function valueOf(variable: string, isSecret: boolean): string | undefined {
    if (!isSecret || !isGiven(`${variable}_FILE`)) return source[variable];
    if (!files.has(variable)) files.set(variable, readFrom(variable, source[`${variable}_FILE`]?.trim() ?? ''));
    return files.get(variable);
  }
  function readFrom(variable: string, file: string): string | undefined {
    if (isGiven(variable)) {
      problems.push({ variable, given: `set, and ${variable}_FILE too`, allowed: 'one of both' });
      return undefined;
    }
    try {
      return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
      // What is no path may be the secret itself.
      const given = path.isAbsolute(file) ? `${file}, which gives ${reason}` : shapeOf(file);
      const allowed = 'the absolute path of a file that this user may read';
      problems.push({ variable: `${variable}_FILE`, given, allowed });
      return undefined;
    }
  }
  function text(variable: string, isSecret = secretSettings.has(variable)): string | null {
    const value = valueOf(variable, isSecret)?.trim();
    return value === undefined || value === '' ? null : value;
  }
  function refuse(variable: string, allowed: string): void {
    if (files.has(variable) && files.get(variable) === undefined) return;
    problems.push({ variable, given: shapeOf(files.get(variable) ?? source[variable]), allowed });
  }
  function longEnough(variable: string, value: string | null, shortest: number): string {
    if (value !== null && value.length >= shortest) return value;
    refuse(variable, `a secret of at least ${shortest} characters`);
    return '';
  }

  return {
    problems,
    text: (variable) => text(variable),
    refuse,
    isSet: (variable) => isGiven(variable) || isGiven(`${variable}_FILE`),
    choice(variable, choices, fallback) {
      const value = text(variable);
      const chosen = value === null ? fallback : choices.find((choice) => choice === value);
      if (chosen === undefined) refuse(variable, `one of ${choices.join(', ')}`);
      return chosen ?? fallback;
    },
    port(variable, fallback) {
      const value = text(variable);
      if (value === null) return fallback;
      const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
      if (number >= 1 && number <= 65_535) return number;
      refuse(variable, 'a whole number from 1 to 65535');
      return fallback;
    },
    origin(variable, fallback) {
      const value = text(variable);
      if (value === null) return fallback;
      const url = parseUrl(value);
      const web = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
      if (web && url.href === `${url.origin}/`) return url.origin;
      refuse(variable, 'an origin such as https://checkout.example: scheme, host and port, nothing after them');
      return fallback;
    },
    address(variable, schemes, fallback) {
      const value = text(variable);
      if (value === null) return fallback;
      const url = parseUrl(value);
      if (url !== null && url.host !== '' && schemes.includes(url.protocol.slice(0, -1))) return value;
      refuse(
        variable,
        `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')} and names a host`,
      );
      return fallback;
    },
    mailbox(variable, fallback) {
      const value = text(variable) ?? fallback ?? '';
      if (/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value)) return value;
      refuse(variable, 'an e-mail address, as in letters@school.example or School <letters@school.example>');
      return '';
    },
    secret: (variable, shortest, fallback) => longEnough(variable, text(variable, true) ?? fallback, shortest),
    name: (variable, fallback) => longEnough(variable, text(variable) ?? fallback, 1),
  };
}

/** The problems as lines, as the start prints them. */
export function describeEnvProblems(problems: readonly EnvProblem[]): string {
  return problems.map(({ variable, given, allowed }) => `${variable}: ${given}; allowed: ${allowed}.`).join('\n');
}
