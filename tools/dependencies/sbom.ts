import { idOf, type Dependency } from './dependency-list.ts';

/** The product's own entry in the list. */
export interface Product {
  readonly name: string;
  readonly version: string;
}

/** A package's address as a package URL: the `@` of a scope is escaped. */
export function purlOf(part: Pick<Dependency, 'name' | 'version'>): string {
  return `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`;
}

/**
 * The list of packages in CycloneDX 1.6 (JSON), for comparison with published vulnerabilities. Two runs differ in the
 * packages only. `excluded`: for tests and building only.
 */
export function buildSbom(product: Product, parts: readonly Dependency[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': idOf(product), ...product } },
    components: parts.map((part) => ({
      type: 'library',
      'bom-ref': purlOf(part),
      name: part.name,
      version: part.version,
      scope: part.isForTests ? 'excluded' : 'required',
      ...(part.integrity === null ? {} : { hashes: [{ alg: 'SHA-512', content: hexOf(part.integrity) }] }),
      ...(part.licence === null ? {} : { licenses: [{ expression: part.licence }] }),
      purl: purlOf(part),
    })),
  };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}
