import type { z } from 'zod';
import type { Brand, BrandWebhookEndpoint } from '../brand.types.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import { type featuresJson, type linksJson, sandboxPlaceholder } from '../files/brand-schemas.server.ts';
import { fileOf, type Layers } from '../files/read-layered.server.ts';
import type { BrandSettings } from './build-brand.server.ts';

type LinksJson = z.output<typeof linksJson>;

/** Endpoints of a brand's webhooks. A backend that its features promise leads or payments must have an address. */
export function buildWebhookEndpoints(
  brand: string,
  layers: Layers,
  links: LinksJson,
  features: z.output<typeof featuresJson>,
  { environment, sandboxOrigin }: BrandSettings,
  report: (problem: BrandProblem) => void,
): Brand['webhookEndpoints'] {
  const wantsBackend = features.lead.sendBffLeadRequest.enabled || features.sendBffPaymentRequest.enabled;
  if (wantsBackend && links.backend === undefined)
    report({
      file: fileOf(layers, 'links.json', ['backend']),
      key: 'backend',
      message: 'is missing, and features.json sends leads or payments there',
    });
  const receiver = (kind: 'platform' | 'backend'): BrandWebhookEndpoint | null => {
    const address = links[kind];
    if (address === undefined) return null;
    const [, variant] = layers;
    const isOfVariant = variant !== undefined && fileOf(layers, 'links.json', [kind]) === `${variant.path}/links.json`;
    return {
      owner: isOfVariant ? `${brand}.${variant.path.slice(variant.path.lastIndexOf('/') + 1)}` : brand,
      url: address[environment].replace(sandboxPlaceholder, sandboxOrigin),
    };
  };
  return { platform: receiver('platform'), backend: receiver('backend') };
}
