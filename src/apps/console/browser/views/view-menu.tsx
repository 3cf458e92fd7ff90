import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useLocation, useNavigate } from 'react-router';
import type { ViewList } from '#src/domain/staff/index.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SavedViewItem } from '../../routes/views/views.types.ts';
import { api } from '../data/api.ts';
import { useKeys } from '../keys/use-keys.ts';
import { announce } from '../parts/announce.ts';
import { copyDeepLink } from '../parts/table/copy-deep-link.ts';
import { readViews, useSavedViews } from './saved-views.ts';
import { contentOf, isSameContent, searchOfView } from './view-search.ts';
import { DeleteViewSheet, ViewSheet } from './view-sheet.tsx';
import css from './view-menu.module.css';

type OpenSheet = 'new' | 'edit' | 'delete' | null;

/** Views of a list: opens one, keeps what the list shows as one, and changes the reader's own. */
export function ViewMenu({ list }: { readonly list: ViewList }) {
  const t = useWords();
  const navigate = useNavigate();
  const { search } = useLocation();
  const views = useSavedViews(list);
  const [isOpen, setOpen] = useState(false);
  const [sheet, setSheet] = useState<OpenSheet>(null);
  useKeys([{ keys: 'v', label: 'views.keys.open', group: 'list', run: () => setOpen(true) }]);
  const content = contentOf(list, search);
  const current = views?.find(({ id }) => id === new URLSearchParams(search).get('view')) ?? null;
  const isChanged = current !== null && !isSameContent(current, content);
  const update = async ({ id, name, sharedWith }: SavedViewItem): Promise<void> => {
    const body = { list, name, sharedWith, ...content };
    const isDone = await api.put(`/views/${id}`, { body }).then(
      () => true,
      () => false,
    );
    announce(t(isDone ? 'views.said.updated' : 'views.said.failed'));
    await readViews(list);
  };
  const act = (key: string): void => {
    const view = views?.find(({ id }) => id === key);
    if (view) void navigate(searchOfView(view));
    if (key === 'all') void navigate('?');
    if (key === 'new' || key === 'edit' || key === 'delete') setSheet(key);
    if (key === 'update' && current) void update(current);
    if (key === 'copy' && current) void copyDeepLink(t, `${location.origin}/views/${current.id}`);
  };
  const close = (): void => {
    setSheet(null);
    void readViews(list);
  };
  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <AriaButton className={css['button'] ?? ''}>
          {current?.name ?? t('views.open')}
          {isChanged && <span className={css['changed']}>{t('views.changed')}</span>}
        </AriaButton>
        <Popover className={css['popover'] ?? ''} placement="bottom end">
          <Menu className={css['menu'] ?? ''} aria-label={t('views.open')} onAction={(key) => act(String(key))}>
            <ViewGroup title={t('views.own')} views={views?.filter(({ isOwn }) => isOwn)} current={current} />
            <ViewGroup title={t('views.shared')} views={views?.filter(({ isOwn }) => !isOwn)} current={current} />
            <MenuSection className={css['section'] ?? ''} aria-label={t('views.acts')}>
              {views?.length === 0 && <Header className={css['empty'] ?? ''}>{t('views.empty')}</Header>}
              {current !== null && <ActItem id="all" name={t('views.all')} />}
              {current?.isOwn === true && isChanged && <ActItem id="update" name={t('views.update')} />}
              <ActItem id="new" name={t('views.new')} />
              {current?.isOwn === true && <ActItem id="edit" name={t('views.edit')} />}
              {current !== null && <ActItem id="copy" name={t('views.copy')} />}
              {current?.mayDelete === true && <ActItem id="delete" name={t('views.delete')} />}
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
      {sheet === 'new' && <ViewSheet list={list} content={content} view={null} onClose={close} />}
      {sheet === 'edit' && current && <ViewSheet list={list} content={current} view={current} onClose={close} />}
      {sheet === 'delete' && current && <DeleteViewSheet view={current} onClose={close} />}
    </>
  );
}

function ActItem({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <MenuItem id={id} textValue={name} className={css['item'] ?? ''}>
      <span className={css['mark']} />
      {name}
    </MenuItem>
  );
}

interface ViewGroupProps {
  readonly title: string;
  readonly views: readonly SavedViewItem[] | undefined;
  readonly current: SavedViewItem | null;
}

function ViewGroup({ title, views = [], current }: ViewGroupProps) {
  if (views.length === 0) return null;
  return (
    <MenuSection className={css['section'] ?? ''}>
      <Header className={css['title'] ?? ''}>{title}</Header>
      {views.map(({ id, name, isOwn, ownerName }) => (
        <MenuItem key={id} id={id} textValue={name} className={css['item'] ?? ''}>
          <span className={css['mark']}>{id === current?.id && <Icon name="check" />}</span>
          <span>{name}</span>
          {!isOwn && <span className={css['owner']}>{ownerName}</span>}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
