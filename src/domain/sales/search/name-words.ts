/** Words that stand in names of almost everybody. */
const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'del', 'la', 'las', 'los', 'y', 'van', 'von']);

/** Longer beginnings of a word are not told apart. */
const longestBeginning = 12;
const shortestBeginning = 3;
const mostWords = 12;

/** Words of a text: lower case, without accents; an apostrophe joins (`D'Ávila` is `davila`), all else separates. */
export function plainWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F'’`´]/g, '')
    .toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** What of a name is stored: every beginning, from three letters, of every word that tells people apart. */
export function beginningsOfName(name: string): readonly string[] {
  const words = plainWords(name)
    .filter((word) => word.length > 1 && !particles.has(word))
    .slice(0, mostWords);
  return [...new Set(words.flatMap(beginningsOf))];
}

function beginningsOf(word: string): readonly string[] {
  const cut = word.slice(0, longestBeginning);
  if (cut.length <= shortestBeginning) return [cut];
  return Array.from({ length: cut.length - shortestBeginning + 1 }, (_, at) => cut.slice(0, shortestBeginning + at));
}

/** What of typed words is asked for: each word once, cut as it is stored. Words of two letters count only alone. */
export function askedNameWords(text: string): readonly string[] {
  const words = plainWords(text).filter((word) => word.length > 1 && !particles.has(word) && !/^\d+$/.test(word));
  const long = words.filter((word) => word.length >= shortestBeginning);
  return [...new Set((long.length > 0 ? long : words).map((word) => word.slice(0, longestBeginning)))].slice(
    0,
    mostWords,
  );
}
