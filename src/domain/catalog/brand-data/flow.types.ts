import type { StudentAnswerName } from './lead-answers.ts';
import type { VideoProps, PresentationProps } from './screen-props.types.ts';

/** A step of a flow: a screen, and what the brand's data says about it. */
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

/** What brand data may say about a step. */
export interface StepProps {
  /** Voucher used when the link brings none; only the first step's counts. */
  readonly voucher?: string | undefined;
  /** The specification's word of the way to pay that is chosen beforehand. */
  readonly method?: string | undefined;
  readonly presentation?: PresentationProps | undefined;
  readonly video?: VideoProps | undefined;
  /** Path of a Markdown file below `brands/`; the brand holds its text. */
  readonly markdown?: string | undefined;
  /** What is asked of the student where the payer is somebody else; each answer goes to the lead's update. */
  readonly student?: Readonly<Partial<Record<StudentAnswerName, boolean | undefined>>> | undefined;
  /** Whether the phone must be proved to go on. */
  readonly phone?: { readonly isOptional: boolean } | undefined;
  readonly plan?: { readonly business?: string | undefined } | undefined;
  /** What this step sells on top of the purchase before it. */
  readonly upsell?: UpsellProps | undefined;
  /** Paths of images below `brands/`. */
  readonly media?: { readonly logo?: string | undefined; readonly favicon?: string | undefined } | undefined;
  /** Width in CSS pixels. */
  readonly style?: { readonly logo?: { readonly width?: number | undefined } | undefined } | undefined;
}

/** An offer after a purchase. It stands on the step where it is paid; earlier steps show it from there. */
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
  /** Id of the step that sells something smaller to whoever turns this down. It follows no other step. */
  readonly declined?: string | undefined;
  /** Address of a chat with the seller, for questions; what is said first is added as `text`. */
  readonly chat?: string | undefined;
}

/** The ordered steps of one way through the checkout. */
export interface Flow {
  readonly id: string;
  /** How many steps the buyer is told that there are. */
  readonly stepsNumber: number;
  /** The number shown while a payment is awaited on a page of its own; the payment step's unless it is said. */
  readonly waitingStep?: number | undefined;
  /** A plan with free time begins with it here, and nothing is charged; elsewhere the free time comes on top of what is paid. */
  readonly startsFree?: boolean | undefined;
  /** Values of the query that force this flow whatever `flowId` says. */
  readonly selectedBy: { readonly routes: readonly string[]; readonly vouchers: readonly string[] };
  /** Never empty; the first one opens the flow. */
  readonly steps: readonly [FlowStep, ...FlowStep[]];
}

/** Path of each template that has a screen: `lead` → `/lead`. */
export type TemplatePaths = ReadonlyMap<string, string>;
