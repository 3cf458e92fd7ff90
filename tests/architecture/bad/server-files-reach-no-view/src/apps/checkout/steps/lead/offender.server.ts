export { Page } from './lead-page.tsx';
