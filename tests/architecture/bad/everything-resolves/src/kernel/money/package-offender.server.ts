export { value } from 'a-package-that-nobody-installed';
