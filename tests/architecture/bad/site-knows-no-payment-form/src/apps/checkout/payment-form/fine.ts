export { value } from '../site/view.ts';
