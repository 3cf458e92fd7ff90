export interface PackageManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  /** Of a package that is installed under another name. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
}

const exactVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const registry = 'https://registry.npmjs.org/';

/** Licences that would bind the product's source. */
const bindingLicence = /\b(A?GPL|SSPL|BUSL|CC-BY-NC)/;

/** Versions that are not exact, packages from elsewhere or without a checksum, licences that are not allowed. */
export function packageProblems(manifest: PackageManifest, lock: Lockfile): string[] {
  const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const inexact = Object.entries(asked)
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => `package.json: ${name} is ${version}; pin an exact version`);
  const notLocked = Object.entries(asked)
    .filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)
    .map(([name]) => `package-lock.json: ${name} is not locked at the version of package.json; run npm install`);
  const locked = Object.entries(lock.packages).filter(([place, one]) => place !== '' && one.link !== true);
  return [...inexact, ...notLocked, ...locked.flatMap(([place, one]) => problemsOf(place, one))];
}

/**
 * A development tool's binary for another system: npm locks its version, and records its checksum only on that system. It
 * is not installed here and does not run in the product.
 */
function isForeignTool({ dev, optional, os }: LockedPackage): boolean {
  return dev === true && optional === true && os !== undefined;
}

function problemsOf(place: string, one: LockedPackage): string[] {
  const problems: string[] = [];
  if (one.resolved !== undefined && !one.resolved.startsWith(registry)) {
    problems.push(`package-lock.json: ${place} comes from ${one.resolved}, not from the npm registry`);
  }
  if (one.inBundle !== true && one.integrity === undefined && !isForeignTool(one))
    problems.push(`package-lock.json: ${place} has no checksum`);
  if (one.license !== undefined && bindingLicence.test(one.license) && !one.license.includes(' OR ')) {
    problems.push(`package-lock.json: ${place} has the licence ${one.license}`);
  }
  return problems;
}
