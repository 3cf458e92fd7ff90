export * from './index.ts';
export {
  changeView,
  deleteView,
  savedViewFor,
  savedViewsFor,
  saveView,
  type ViewFailure,
} from './saved-view.server.ts';
