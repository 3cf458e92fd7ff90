import type { z } from 'zod';
import type { Brand, BrandReceiver } from '../brand.types.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { type featuresJson, type linksJson, outsideWorldMark } from '../files/brand-schemas.server.ts';
import { fileOf, type Layers } from '../files/read-layered.server.ts';
import type { BrandSettings } from './build-brand.server.ts';

type LinksJson = z.output<typeof linksJson>;

/** Who outside is told of a brand's sales. A backend that its features promise leads or payments must have an address. */
export function buildReceivers(
  brand: string,
  layers: Layers,
  links: LinksJson,
  features: z.output<typeof featuresJson>,
  { environment, outsideWorldOrigin }: BrandSettings,
  report: (problem: BrandProblem) => void,
): Brand['receivers'] {
  const wantsBackend = features.lead.sendBffLeadRequest.enabled || features.sendBffPaymentRequest.enabled;
  if (wantsBackend && links.backend === undefined)
    report({
      file: fileOf(layers, 'links.json', ['backend']),
      key: 'backend',
      message: 'is missing, and features.json sends leads or payments there',
    });
  const receiver = (kind: 'platform' | 'backend'): BrandReceiver | null => {
    const address = links[kind];
    if (address === undefined) return null;
    const [, variant] = layers;
    const isOfVariant = variant !== undefined && fileOf(layers, 'links.json', [kind]) === `${variant.path}/links.json`;
    return {
      owner: isOfVariant ? `${brand}.${variant.path.slice(variant.path.lastIndexOf('/') + 1)}` : brand,
      url: address[environment].replace(outsideWorldMark, outsideWorldOrigin),
    };
  };
  return { platform: receiver('platform'), backend: receiver('backend') };
}
