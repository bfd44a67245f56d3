"""Designed experiments: files of questions, played deal by deal until the answer is known."""
