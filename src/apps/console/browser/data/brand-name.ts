import type { MyBrand } from '../../routes/me/me.types.ts';

/**
 * The name of a brand as orders and grants name it, without a variant: its own, else the words with which the names of all
 * its variants begin (“Wise Up” of “Wise Up Online” and “Wise Up Teens”). One variant's name would say too little.
 */
export function brandName(brands: readonly Pick<MyBrand, 'id' | 'brand' | 'name'>[], brand: string): string {
  const variants = brands.filter((one) => one.brand === brand);
  const own = variants.find(({ id }) => id === brand);
  if (own) return own.name;
  const [first = [], ...others] = variants.map(({ name }) => name.split(' '));
  const length = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  return (length === -1 ? first : first.slice(0, length)).join(' ') || brand;
}
