export {
  filtersOfView,
  type SavedView,
  type ViewAudience,
  type ViewContent,
  type ViewList,
  viewLists,
} from './saved-view.types.ts';
