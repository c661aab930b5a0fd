// npm runs this before it packs the root of the repository, which is not a package.
console.error('`npm run build` makes the packages, in dist/packages. Use those archives.');
process.exit(1);
