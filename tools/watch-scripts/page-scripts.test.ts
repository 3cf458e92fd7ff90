import { expect, test } from 'vitest';
import { integrityOf, pageScripts } from './page-scripts.ts';

test.each([
  ['<script>steal()</script>', integrityOf('steal()')],
  ['<SCRIPT>steal()</SCRIPT >', integrityOf('steal()')],
  ["<script src='https://evil.example/a.js'></script>", 'https://evil.example/a.js'],
  ['<script src=https://evil.example/a.js></script>', 'https://evil.example/a.js'],
  ['<script data-type="application/json">steal()</script>', integrityOf('steal()')],
  ['<script type="application/json" src="/a.js"></script>', '/a.js'],
  ['<script type="importmap">{}</script>', integrityOf('{}')],
  ['<template><script>steal()</script></template>', integrityOf('steal()')],
  ['<svg><script href="/b.js" /></svg>', '/b.js'],
  ['<link rel="modulepreload" href="/a.js">', '/a.js'],
  ['<link rel=preload as=script href=/a.mjs?1>', '/a.mjs?1'],
  ['<p onclick="steal()">', 'onclick="steal()"'],
  ['<a href=" JavaScript:steal()">', 'href=" JavaScript:steal()"'],
  ['<iframe srcdoc="<script>steal()</script>"></iframe>', '<iframe>'],
  ['<iframe src="https://evil.example/a"></iframe>', '<iframe src="https://evil.example/a">'],
  ['<iframe src="https://a.example" srcdoc="<p>"></iframe>', '<iframe>'],
  ['<base href="//evil.example">', '<base>'],
])('what runs is seen: %s', (html, found) => {
  expect(pageScripts(`<!doctype html><html><body>${html}`)).toEqual([found]);
});

test.each([
  '<script type="application/json">{"a":1}</script>',
  '<!-- <script>steal()</script> -->',
  '<textarea><script>steal()</script></textarea>',
  '<link rel="stylesheet" href="/a.css"><img src="/a.js.png">',
])('what does not run is no difference: %s', (html) => {
  expect(pageScripts(`<!doctype html><html><body>${html}`)).toEqual([]);
});
