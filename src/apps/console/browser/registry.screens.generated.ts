// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { screen as screensHome } from './screens/home/screen.ts';
import { screen as screensSale } from './screens/sale/screen.ts';

export const screens = {
  home: screensHome,
  sale: screensSale,
};

export const screenModules = {
  home: () => import('./screens/home/home.screen.tsx'),
  sale: () => import('./screens/sale/sale.screen.tsx'),
};
