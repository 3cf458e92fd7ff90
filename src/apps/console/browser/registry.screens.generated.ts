// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { screen as screensHealth } from './screens/health/screen.ts';
import { screen as screensHome } from './screens/home/screen.ts';
import { screen as screensLedgerLines } from './screens/ledger-lines/screen.ts';
import { screen as screensMoney } from './screens/money/screen.ts';
import { screen as screensSale } from './screens/sale/screen.ts';
import { screen as screensSandbox } from './screens/sandbox/screen.ts';
import { screen as screensTasks } from './screens/tasks/screen.ts';

export const screens = {
  health: screensHealth,
  home: screensHome,
  'ledger-lines': screensLedgerLines,
  money: screensMoney,
  sale: screensSale,
  sandbox: screensSandbox,
  tasks: screensTasks,
};

export const screenModules = {
  health: () => import('./screens/health/health.screen.tsx'),
  home: () => import('./screens/home/home.screen.tsx'),
  'ledger-lines': () => import('./screens/ledger-lines/ledger-lines.screen.tsx'),
  money: () => import('./screens/money/money.screen.tsx'),
  sale: () => import('./screens/sale/sale.screen.tsx'),
  sandbox: () => import('./screens/sandbox/sandbox.screen.tsx'),
  tasks: () => import('./screens/tasks/tasks.screen.tsx'),
};
