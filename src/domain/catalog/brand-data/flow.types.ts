import type { StudentAnswerName } from './lead-answers.ts';

/** A step of a flow: a screen with its props from brand data. */
export interface FlowStep {
  readonly id: string;
  /** Which screen shows: the id of a step folder, which gives the path. */
  readonly template: string;
  /** Id of the step that follows unless something else is decided; `null` ends the flow. */
  readonly next: string | null;
  /** The number shown in "Passo 2 de 3"; `null` when the step is not counted. */
  readonly currentStep: number | null;
  readonly props: StepProps;
}

/** Props of a step in brand data. */
export interface StepProps {
  /** Voucher used when the link brings none; only the first step's counts. */
  readonly voucher?: string | undefined;
  /** The specification's name of the payment method that is preselected. */
  readonly method?: string | undefined;
  readonly presentation?: PresentationProps | undefined;
  readonly video?: VideoProps | undefined;
  /** Path of a Markdown file below `brands/`; the brand holds its text. */
  readonly markdown?: string | undefined;
  /** Questions about the student where the payer is another person; each answer goes to the lead's update. */
  readonly student?: Readonly<Partial<Record<StudentAnswerName, boolean | undefined>>> | undefined;
  /** Whether the phone must be verified before the next step. */
  readonly phone?: { readonly isOptional: boolean } | undefined;
  readonly plan?: { readonly business?: string | undefined } | undefined;
  /** The upsell of this step. */
  readonly upsell?: UpsellProps | undefined;
  /** Paths of images below `brands/`. */
  readonly media?: { readonly logo?: string | undefined; readonly favicon?: string | undefined } | undefined;
  /** Width in CSS pixels. */
  readonly style?: { readonly logo?: { readonly width?: number | undefined } | undefined } | undefined;
}

/** An upsell. It is data of the step where it is paid; earlier steps show it from there. */
export interface UpsellProps {
  /** Id of the brand that sells it, e.g. `wise-up.online`; absent = the flow's own. */
  readonly brand?: string | undefined;
  /** Code of the product, and of the plan in its catalog. */
  readonly product: string;
  readonly plan: string;
  /** Off the plan's price, in hundredths of a percent; absent = what sister brands give each other, else nothing. */
  readonly basisPoints?: number | undefined;
  /** Only links of sellers who may offer live classes show it. */
  readonly needsLiveSeller: boolean;
  /** Id of the step that offers something smaller when this is declined. It follows no other step. */
  readonly declined?: string | undefined;
  /** Address of a chat with the seller, for questions; the first message is added as `text`. */
  readonly chat?: string | undefined;
}

/** The ordered steps of one way through the checkout. */
export interface Flow {
  readonly id: string;
  /** The number of steps that is shown to the buyer. */
  readonly stepsNumber: number;
  /** The step number of the waiting page; absent: the payment step's. */
  readonly waitingStep?: number | undefined;
  /** A plan with a trial begins with it here, and nothing is charged; elsewhere the trial comes on top of what is paid. */
  readonly startsFree?: boolean | undefined;
  /** Values of the query that force this flow whatever `flowId` says. */
  readonly selectedBy: { readonly routes: readonly string[]; readonly vouchers: readonly string[] };
  /** Never empty; the first one opens the flow. */
  readonly steps: readonly [FlowStep, ...FlowStep[]];
}

/** Path of each template that has a screen: `lead` → `/lead`. */
export type TemplatePaths = ReadonlyMap<string, string>;

export const presentationVariants = ['default', 'trial', 'black-friday', 'partner-discount'] as const;

/** The texts of a presentation, and what it needs: `trial` a plan with a trial, the discounts a voucher. */
export type PresentationVariant = (typeof presentationVariants)[number];

export interface PresentationProps {
  readonly variant: PresentationVariant;
  /** Benefits for the buyer, a line each. */
  readonly benefits: readonly string[];
}

/** A video of the brand's. Paths are below `brands/`. */
export interface VideoProps {
  /** The same video in several formats, the best first. */
  readonly sources: readonly string[];
  readonly poster: string;
  /** WebVTT, in the brand's language. */
  readonly captions: string;
  /** The content as text, a paragraph each, for buyers who cannot or do not want to watch. */
  readonly transcript: readonly string[];
}
