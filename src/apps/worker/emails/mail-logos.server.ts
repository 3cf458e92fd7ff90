import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Brand, BrandRegistry } from '#src/branding/index.server.ts';

/** A brand's logo as it goes with an e-mail. */
export interface MailLogo {
  readonly content: Buffer;
  /** In CSS pixels; the picture itself has twice as many. */
  readonly width: number;
  readonly height: number;
}

/** A brand's logo; null for a brand that has none for e-mails. */
export type MailLogos = (brand: Pick<Brand, 'images'>) => MailLogo | null;

/** Reads the logos of all brands, once; brands that share a file share its bytes. */
export function readMailLogos(brandsDir: string, { brands, imageSizes }: BrandRegistry): MailLogos {
  const files = new Set(brands.flatMap(({ images }) => images.mailLogo ?? []));
  const logos = new Map(
    [...files].flatMap((file) => {
      const size = imageSizes.get(file);
      const content = readFileSync(path.join(brandsDir, file));
      return size ? [[file, { content, width: size.width / 2, height: size.height / 2 }] as const] : [];
    }),
  );
  return ({ images }) => logos.get(images.mailLogo ?? '') ?? null;
}
