import { describe, expect, test } from 'vitest';
import { checkDrawing } from './check-images.ts';

describe('a drawing', () => {
  const drawing = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1" height="1">${inside}</svg>`;
  const problems = (text: string): string[] => {
    const found: string[] = [];
    checkDrawing(text, (message) => found.push(message));
    return found;
  };

  test.each([
    ['<path onload="x()"/>', 'holds an event handler'],
    ['<foreignObject/>', 'holds foreign content'],
    ['<use href="https://x.example/a.svg#b"/>', 'refers to something outside itself'],
    ['<image xlink:href="data:image/png;base64,xx"/>', 'refers to something outside itself'],
    ['<path fill="url(https://x.example)"/>', 'refers to something outside itself'],
    ['<style>a{}</style>', 'holds active content'],
    ['<a href="javascript:x"/>', 'holds active content'],
  ])('with %s %s', (inside, message) => {
    expect(problems(drawing(inside))).toContain(message);
  });

  test('may refer to itself', () => {
    expect(problems(drawing('<defs><path id="a"/></defs><use href="#a"/><path fill="url(#a)"/>'))).toEqual([]);
  });

  test.each([
    [
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1" width="1" height="1"></svg>',
      'declares a document type, an entity or a stylesheet',
    ],
    ['<html></html>', 'is no SVG drawing'],
    [
      '<svg xmlns="x" viewBox="0 0 1 1"></svg>',
      'has no viewBox, width and height: the page would move when it arrives',
    ],
  ])('as %s %s', (text, message) => {
    expect(problems(text)).toContain(message);
  });
});
