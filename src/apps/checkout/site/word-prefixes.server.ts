import type { PageManifest } from '../framework/page.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';
import type { Visit } from '../framework/page.server.ts';

/** The active rails of the visit's plan. */
export function planRails({ ctx }: CheckoutDeps, visit: Visit | null): readonly string[] {
  return (visit?.plan?.methods ?? []).flatMap(({ method, active }) =>
    active ? (ctx.rails.byMethod(method)?.id ?? []) : [],
  );
}

interface MessagePage {
  readonly manifest: PageManifest;
  readonly visit: Visit | null;
  /** Ids of the shown parts, e.g. `form/pix`. */
  readonly parts: readonly string[];
}

/** The prefixes of the page's copy; where payment methods are offered, only those of this page or its plan. */
export function messagePrefixes(deps: CheckoutDeps, { manifest, visit, parts }: MessagePage): readonly string[] {
  const all = manifest.hasBehaviour ? ['form.', ...manifest.words] : manifest.words;
  const offered = parts.flatMap((id) => id.split('/')[1] ?? []);
  if (!visit?.plan || offered.length === 0) return all;
  const rails = new Set([...offered, ...planRails(deps, visit)]);
  return all.flatMap((prefix) => (prefix === 'method.' ? [...rails].map((id) => `method.${id}.`) : prefix));
}
