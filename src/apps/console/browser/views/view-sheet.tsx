import { useState } from 'react';
import { useNavigate } from 'react-router';
import { roleNames, type ViewAudience, type ViewList } from '#src/domain/staff/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { MadeView, SavedViewItem } from '../../routes/views/views.types.ts';
import { ActSheet } from '../actions/act-sheet.tsx';
import { api } from '../data/api.ts';
import { Choice } from '../parts/form/choice.tsx';
import { Field } from '../parts/form/field.tsx';
import { roleText } from '../staff/role-text.ts';
import { type ListContent, searchOfView } from './view-search.ts';

interface ViewSheetProps {
  readonly list: ViewList;
  /** What it keeps. */
  readonly content: ListContent;
  /** The view that gets another name or audience; null: a new one. */
  readonly view: SavedViewItem | null;
  readonly onClose: () => void;
}

/** Names a view, and says who else sees it. */
export function ViewSheet({ list, content, view, onClose }: ViewSheetProps) {
  const t = useWords();
  const navigate = useNavigate();
  const [name, setName] = useState(view?.name ?? '');
  const [audience, setAudience] = useState<NonNullable<ViewAudience> | 'own'>(view?.sharedWith ?? 'own');
  const options = [
    { value: 'own' as const, label: t('views.audience.own') },
    { value: 'team' as const, label: t('views.audience.team') },
    ...roleNames.map((role) => ({
      value: `role:${role}` as const,
      label: t('views.audience.role', { role: roleText(t, role) }),
    })),
  ];
  const act = async (): Promise<string> => {
    const { filters, columns } = content;
    const body = { list, name, sharedWith: audience === 'own' ? null : audience, filters, columns };
    if (view !== null) {
      await api.put(`/views/${view.id}`, { body });
      return t('views.said.updated');
    }
    const { id } = await api.post<MadeView>('/views', { body });
    void navigate(searchOfView({ id, filters, columns }), { preventScrollReset: true });
    return t('views.said.saved');
  };
  return (
    <ActSheet
      title={t(view === null ? 'views.new.title' : 'views.edit.title')}
      label={t('views.save')}
      isReady={name.trim() !== ''}
      onAct={act}
      onClose={onClose}
    >
      <Field
        label={t('views.name')}
        hint={t('views.name.hint')}
        value={name}
        maxLength={60}
        onChange={setName}
        isFirst
      />
      <Choice label={t('views.audience')} options={options} value={audience} onChange={setAudience} />
    </ActSheet>
  );
}

/** Deletes a view for everybody who sees it; the list keeps its filters. */
export function DeleteViewSheet({ view, onClose }: { readonly view: SavedViewItem; readonly onClose: () => void }) {
  const t = useWords();
  const navigate = useNavigate();
  const act = async (): Promise<string> => {
    await api.delete(`/views/${view.id}`);
    void navigate('?');
    return t('views.said.deleted');
  };
  return (
    <ActSheet
      title={t('views.delete.title', { name: view.name })}
      label={t('views.delete.do')}
      isDanger
      isReady
      onAct={act}
      onClose={onClose}
    >
      <p>{t(view.sharedWith === null ? 'views.delete.text' : 'views.delete.shared')}</p>
    </ActSheet>
  );
}
