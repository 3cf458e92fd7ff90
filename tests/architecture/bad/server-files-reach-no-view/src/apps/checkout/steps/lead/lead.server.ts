export type { LeadProps } from './lead-page.tsx';
