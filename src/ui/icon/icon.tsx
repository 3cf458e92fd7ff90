import css from './icon.module.css';

/**
 * Own drawings on a grid of 24, in strokes of 1.75 with round ends; each entry is the path's data. Here are those that many
 * pages show: every page's script carries them all.
 */
const drawings = {
  check: 'm5 12.5 4.6 4.5L19 7.5',
  chevron: 'm6 9.5 6 6 6-6',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  copy: 'M9 9V5.5A1.5 1.5 0 0 1 10.5 4h8A1.5 1.5 0 0 1 20 5.5v8a1.5 1.5 0 0 1-1.5 1.5H15M5.5 9h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 18.5v-8A1.5 1.5 0 0 1 5.5 9Z',
  error: 'M12 8v4.5m0 3.25v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  info: 'M12 11.5V16m0-8v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  success: 'm8.5 12.25 2.5 2.5 4.75-5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  alert:
    'M12 9.5v4m0 3v.01M10.6 4.3 2.9 17.8A1.6 1.6 0 0 0 4.3 20.2h15.4a1.6 1.6 0 0 0 1.4-2.4L13.4 4.3a1.6 1.6 0 0 0-2.8 0Z',
  clock: 'M12 7v5l3.25 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  lock: 'M8 10.5V7.75a4 4 0 0 1 8 0v2.75M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5Zm5.5 4v2.5',
} as const;

export type IconName = keyof typeof drawings;

type Drawing =
  | { readonly name: IconName; readonly path?: undefined }
  /** The data of a drawing that few pages show: it stays with them. */
  | { readonly name?: undefined; readonly path: string };

type IconProps = Drawing & {
  /** A name for people who do not see it; without one the icon is decoration beside a text. */
  readonly label?: string;
};

/** An icon in the colour and about the size of the text around it. */
export function Icon({ name, path, label }: IconProps) {
  return (
    <svg
      className={css['icon']}
      viewBox="0 0 24 24"
      fill="none"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path ?? drawings[name]} />
    </svg>
  );
}
