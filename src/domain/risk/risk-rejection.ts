/** Why a try is not begun. `method-paused`: this way to pay is shut for whoever is not known. */
export type RiskRejection =
  | { readonly code: 'captcha-needed' }
  | { readonly code: 'too-many-tries'; readonly retryAfterSeconds: number }
  | { readonly code: 'method-paused' };
