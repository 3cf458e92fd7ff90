import type { AppEnvironment } from './app-environment.server.ts';
import type { EnvValues } from './env-values.server.ts';

/** Reads the settings of a contract with a company. In the test environment each has a well-known value. */
export interface SecretValues {
  /** A secret of at least `shortest` characters; outside test the well-known one is refused. */
  readonly secret: (variable: string, shortest: number) => string;
  /** A name or id that is no secret. */
  readonly name: (variable: string) => string;
  /** An address of the company; `inSandbox` is the sandbox's path for it, if any. */
  readonly url: (variable: string, inSandbox: string) => string;
  /** Whether there is a contract: always in test, else as soon as one of these variables is set. */
  readonly hasContract: (variables: readonly string[]) => boolean;
}

/** Source of one company's settings. */
export interface SettingsSource {
  readonly values: EnvValues;
  readonly secrets: SecretValues;
  readonly appEnv: AppEnvironment;
}

export function secretValues(
  values: EnvValues,
  from: { readonly sandboxOrigin: string | null; readonly testSecrets: boolean },
): SecretValues {
  const { sandboxOrigin, testSecrets } = from;
  const schemes = sandboxOrigin === null ? ['https'] : ['https', 'http'];
  return {
    secret(variable, shortest) {
      const wellKnown = `test-${variable.toLowerCase().replaceAll('_', '-')}-known-to-everybody`;
      const value = values.secret(variable, shortest, testSecrets ? wellKnown : null);
      if (!testSecrets && value === wellKnown) values.refuse(variable, 'a secret of your own, not the well-known one');
      return value;
    },
    name: (variable) =>
      values.name(variable, testSecrets ? `test-${variable.toLowerCase().replaceAll('_', '-')}` : null),
    url(variable, inSandbox) {
      const before = values.problems.length;
      const value = values.address(variable, schemes, sandboxOrigin === null ? null : `${sandboxOrigin}/${inSandbox}`);
      if (value === null && values.problems.length === before)
        values.refuse(variable, `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
      return value ?? '';
    },
    hasContract: (variables) => testSecrets || variables.some((variable) => values.isSet(variable)),
  };
}
