export { value } from '../../account/links/link.ts';
