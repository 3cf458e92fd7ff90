import type { PageManifest } from '../framework/page.ts';
import type { CheckoutDeps } from './checkout-deps.server.ts';
import type { Visit } from '../framework/page.server.ts';

/** The rails of the visit's plan that are active. */
export function planRails({ ctx }: CheckoutDeps, visit: Visit | null): readonly string[] {
  return (visit?.plan?.methods ?? []).flatMap(({ method, active }) =>
    active ? (ctx.rails.byMethod(method)?.id ?? []) : [],
  );
}

interface MessagePage {
  readonly manifest: PageManifest;
  readonly visit: Visit | null;
  /** Ids of the parts that the page shows, e.g. `form/pix`. */
  readonly parts: readonly string[];
}

/** What the page's words begin with; where ways to pay are offered, only those that this page or its plan has. */
export function messagePrefixes(deps: CheckoutDeps, { manifest, visit, parts }: MessagePage): readonly string[] {
  const all = manifest.hasBehaviour ? ['form.', ...manifest.words] : manifest.words;
  const offered = parts.flatMap((id) => id.split('/')[1] ?? []);
  if (!visit?.plan || offered.length === 0) return all;
  const rails = new Set([...offered, ...planRails(deps, visit)]);
  return all.flatMap((prefix) => (prefix === 'method.' ? [...rails].map((id) => `method.${id}.`) : prefix));
}
