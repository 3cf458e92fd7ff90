import type { BrandRegistry } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { CompiledMessages } from '#src/ui/words/translator.ts';
import type { Environment } from '../shell/checkout-view.ts';
import type { Views } from '../web/views.server.ts';

/** A brand's looks in one mode. */
export interface Theme {
  /** Custom properties and font faces, to stand inline. */
  readonly css: string;
  /** Fonts worth fetching before the style sheet asks for them. */
  readonly preloads: readonly string[];
}

/** One thing that must work before this process may be sent buyers. */
export interface ReadinessCheck {
  readonly name: string;
  /** Throws, or answers false, when it does not work. */
  readonly check: () => Promise<boolean>;
}

/** Everything that the checkout's pages need from the process that composes the product. */
export interface CheckoutDeps {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly environment: Environment;
  /** Origin under which buyers reach these pages. */
  readonly publicOrigin: string;
  /** Origin of the frame that takes secret fields. */
  readonly fieldsOrigin: string;
  /** Origins of the banks' own frames. */
  readonly challengeOrigins: readonly string[];
  /** Key of the staging cookie. */
  readonly cookieSecret: string;
  /** The build: views, and the folder that holds its assets. */
  readonly views: Views;
  readonly dist: string;
  /** All words of a brand (folder and variant) in a locale; of nobody in particular when null. */
  readonly words: (brand: string | null, variant: string | null, locale: Locale) => CompiledMessages;
  /** The looks of a design-system brand; the neutral ones when it has none. */
  readonly theme: (brand: string, mode: 'dark' | 'light', isUpsell: boolean) => Theme;
  readonly readiness: readonly ReadinessCheck[];
}
