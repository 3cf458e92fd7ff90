import { z } from 'zod';
import { mapStudentAnswers } from '#src/domain/catalog/brand-data/index.ts';
import { type Country, countries, type Locale, locales } from '#src/kernel/locale/locale.ts';
import { priceModes, themeModes } from '../brand.types.ts';
import { screenProps } from './screen-schemas.server.ts';

/** Shapes of the files of a brand, after a variant's were laid over the brand's. Every object is closed. */

/** The specification's businesses (section 3). */
export const businesses = [
  'wiseup-online',
  'wiseup-live',
  'wiseup',
  'meusucesso',
  'eumilitar',
  'powerhouse',
  'vende-c',
  'performan-c',
  'wiser',
  'aprovatotal',
  'medcof',
  'atrinca',
  'conquer-franquias',
  'conquer-business-school',
  'conquer-incompany',
  'conquer-edtech',
  'conquer',
  'conquer-unna',
  'instituto-destiny',
  'mentoring-league-society',
] as const;

const word = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be kebab-case');
const text = z.string().trim().min(1).max(200);
const brandId = z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)?$/, 'must be a brand or brand.variant');
const imagePath = z.string().regex(/^[a-z0-9][a-z0-9.-]*\.(?:svg|png)$/, 'must be a file name in images/');

const pngPath = z.string().regex(/^[a-z0-9][a-z0-9.-]*\.png$/, 'must be a PNG in images/');

const logo = z.strictObject({
  dark: imagePath,
  light: imagePath,
  /** For e-mails, twice as wide as it is shown: mail clients show no drawing of vectors. */
  mail: pngPath.optional(),
  width: z.int().min(40).max(240).default(110),
});

const localesOf: Readonly<Record<Country, Locale>> = { BR: 'pt-BR', MZ: 'pt-MZ', PE: 'es-PE' };

/** `brand.json`. */
export const brandJson = z
  .strictObject({
    name: text,
    businessName: text,
    business: z.enum(businesses),
    dsProductId: word,
    bffId: word.optional(),
    productCode: word,
    market: z.enum(countries),
    locale: z.enum(locales),
    mode: z.enum(themeModes).default('dark'),
    /** For a brand without theme files: the design-system brand whose default theme it takes. */
    designSystem: word.optional(),
    areas: z.array(word).default([]),
    gtm: z
      .string()
      .regex(/^GTM-[A-Z0-9]{4,10}$/, 'must look like GTM-XXXX')
      .optional(),
    /** Property of GA4 that receives product views and purchases. */
    analytics: z
      .string()
      .regex(/^G-[A-Z0-9]{4,20}$/, 'must look like G-XXXX')
      .optional(),
    logo,
    favicon: imagePath,
    /** A drawing beside the pages on wide screens, by mode: nothing in it needs to be read. */
    scene: z.strictObject({ dark: imagePath, light: imagePath }).optional(),
    formWidth: z.literal([465, 485]).default(465),
    priceMode: z.enum(priceModes).default('default'),
    upsellProductName: text.optional(),
    sister: z
      .strictObject({
        brand: brandId,
        upsellBasisPoints: z.int().min(1).max(10_000),
      })
      .optional(),
  })
  .refine((it) => localesOf[it.market] === it.locale, { path: ['locale'], message: 'is not the locale of the market' });

/** `brand.json` of the fallback: what stands where no brand is known. */
export const neutralJson = z.strictObject({ name: text, mode: z.enum(themeModes), logo, favicon: imagePath });

/** In the test environment a link may point to the sandbox. */
export const sandboxPlaceholder = '{sandbox}';
const address = z
  .string()
  .regex(
    /^(?:https:\/\/|\{sandbox\}\/)[^\s"'<>\\]*[^\s"'<>\\/]$/,
    `must be an https address, or ${sandboxPlaceholder}/… in test, without a slash at its end`,
  );
const perEnvironment = z.strictObject({ test: address, homolog: address, production: address });

/** `links.json`. */
export const linksJson = z.strictObject({
  domain: perEnvironment,
  firstAccess: perEnvironment,
  terms: perEnvironment,
  politics: perEnvironment,
  faq: perEnvironment,
  /** Peru's complaints book (Libro de Reclamaciones); the law demands it of whoever sells there. */
  complaintsBook: perEnvironment.optional(),
  /** Endpoints of the school's learning platform and the brand's own backend for webhooks. */
  platform: perEnvironment.optional(),
  backend: perEnvironment.optional(),
});

const successDisplay = z.strictObject({
  displayHeader: z.boolean(),
  displayIcon: z.boolean(),
  displayAccessButton: z.boolean(),
});

/** `features.json`. */
export const featuresJson = z.strictObject({
  hasAddressForm: z.boolean(),
  /**
   * `default`, `upsellOffer` (an offer stands beside it), `with-upsell` (it was bought), or a name that a method gives.
   */
  success: z.object({ default: successDisplay }).catchall(successDisplay),
  sendBffPaymentRequest: z.strictObject({ enabled: z.boolean(), documentToNFGeneration: z.boolean() }),
  lead: z.strictObject({
    sendBffLeadRequest: z.strictObject({ enabled: z.boolean(), route: word.optional(), planType: word.optional() }),
  }),
  multiProfile: z.strictObject({ cardThumbnail: imagePath, shouldUseMonthlyDifference: z.boolean() }).optional(),
});

/** `referrers.json`: by id, how a buyer may have heard of the school. */
export const referrersJson = z.record(word, z.strictObject({ name: text }));

/** `sellers.json`: by code. */
export const sellersJson = z.record(
  word,
  z.strictObject({ name: text.optional(), isLiveEnabled: z.boolean(), account: z.string().min(1).max(40).optional() }),
);

/** An upsell's product and price (`UpsellProps`). */
const upsell = z.strictObject({
  brand: brandId.optional(),
  product: word,
  plan: word,
  basisPoints: z.int().min(0).max(9_999).optional(),
  needsLiveSeller: z.boolean().default(false),
  declined: word.optional(),
  chat: address.optional(),
});

const step = z.strictObject({
  id: word,
  template: word,
  next: word.nullable(),
  currentStep: z.int().min(1).max(9).optional(),
  props: z
    .strictObject({
      voucher: text.optional(),
      method: z.string().optional(),
      ...screenProps,
      phone: z.strictObject({ isOptional: z.boolean() }).optional(),
      student: z.strictObject(mapStudentAnswers(() => z.boolean().optional())).optional(),
      plan: z.strictObject({ business: z.enum(businesses).optional() }).optional(),
      upsell: upsell.optional(),
      media: z.strictObject({ logo: imagePath.optional(), favicon: imagePath.optional() }).optional(),
      style: z
        .strictObject({ logo: z.strictObject({ width: z.int().min(40).max(240).optional() }).optional() })
        .optional(),
    })
    .default({}),
});

/** `flows/<flow-id>.json`. */
export const flowJson = z.strictObject({
  stepsNumber: z.int().min(1).max(9),
  waitingStep: z.int().min(1).max(9).optional(),
  startsFree: z.boolean().default(false),
  selectedBy: z
    .strictObject({ routes: z.array(word).default([]), vouchers: z.array(text).default([]) })
    .default({ routes: [], vouchers: [] }),
  steps: z.tuple([step], step),
});

/** `fonts.json`: the font files that the themes' families need. */
export const fontsJson = z.strictObject({
  faces: z
    .array(
      z.strictObject({
        family: z.string().regex(/^[A-Za-z0-9 ]+$/, 'must be letters, digits and blanks'),
        package: z.string().regex(/^@fontsource\/[a-z0-9-]+$/, 'must be a package @fontsource/…'),
        weight: z.int().min(100).max(900),
        /** `text` has all that people type; `display` leaves out what headings never show. */
        characters: z.enum(['text', 'display']),
        /** Machine fonts whose widths stand in until the file is there. */
        standIn: z.enum(['sans', 'serif']),
        /** A face that is heavy although its weight is a small number: the bold machine fonts stand in. */
        heavy: z.boolean().default(false),
      }),
    )
    .max(2, 'a brand has at most two font files'),
});
