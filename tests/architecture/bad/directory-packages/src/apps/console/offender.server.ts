export { Provider } from 'oidc-provider';
