import { ApprovalsCounter } from './approvals-counter.tsx';
import css from './top-bar.module.css';
import { EnvironmentStrip } from './environment-strip.tsx';
import { MeMenu } from './me-menu.tsx';
import { ScopeChip } from './scope-chip.tsx';
import { SearchBox } from '../search-box/search-box.tsx';

/** The line above the screens: which brands, the search box, the environment, the person. */
export function TopBar({ onOpenMap }: { readonly onOpenMap: () => void }) {
  return (
    <header className={css['bar']}>
      <ScopeChip />
      <div className={css['search']}>
        <SearchBox />
      </div>
      <ApprovalsCounter />
      <EnvironmentStrip />
      <MeMenu onOpenMap={onOpenMap} />
    </header>
  );
}
