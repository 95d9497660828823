document.body.textContent = 'A page for the tests, served with its encodings, its encodings, its encodings.';
