import { describe, expect, test } from 'vitest';
import { mistakeIn } from './check-media.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('a file of a brand', () => {
  test.each([
    ['film.mp4', hex('00000020 66747970 69736f6d'), null],
    ['film.mp4', hex('1a45dfa3 00000000 00000000'), 'is no MP4 film'],
    ['film.webm', hex('1a45dfa3 01000000'), null],
    ['film.webm', hex('00000020 66747970'), 'is no WebM film'],
    ['film.vtt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nOlá\n'), null],
    ['film.vtt', Buffer.from('WEBVTT - pt-BR\r\n\r\n00:00.000 --> 00:02.000\r\nOlá\r\n'), null],
    ['film.vtt', Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nOlá\n'), 'is no WebVTT'],
    ['film.vtt', Buffer.from('WEBVTT\n'), 'has no captions'],
    ['rules.md', Buffer.from('# Regulamento\n\n## Prazo\n'), null],
    ['rules.md', Buffer.from('## Prazo\n'), 'has 0 headings of the first rank, and needs one'],
    ['rules.md', Buffer.from('# Um\n\n# Dois\n'), 'has 2 headings of the first rank, and needs one'],
  ])('%s is looked into', (name, content, mistake) => expect(mistakeIn(name, content)).toBe(mistake));
});
