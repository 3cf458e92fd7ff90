export { Page } from './steps/lead/lead-page.tsx';
